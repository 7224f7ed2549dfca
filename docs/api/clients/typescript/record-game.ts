// Start a game of War Eternal, say how to set it up, and enter its result.
// breachkeeper.d.ts beside this file is generated: docs/api/clients.md says how.

import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./breachkeeper.js";

type Refusal = components["schemas"]["Refusal"];

const site = createClient<paths>({
  baseUrl: process.env.BREACHKEEPER_URL,
  headers: { Authorization: `Bearer ${process.env.BREACHKEEPER_TOKEN}` },
});

/** Return an answer, or end the program with the site's reasons. */
function accepted<T>({ data, error }: { data?: T; error?: Refusal }): T {
  if (data === undefined) {
    throw new Error(error?.problems.map((problem) => problem.sentence).join("\n"));
  }
  return data;
}

// A token of your own for each entry: sent again, it writes nothing twice.
const token = () => randomUUID().replaceAll("-", "");

const game = accepted(
  await site.POST("/api/v1/games", {
    body: { system: "aeons-end-war-eternal", token: token(), fields: { mages: 2 } },
  }),
);
console.log(`${game.title}: ${game.url}`);

const params = { path: { code: game.code } };
const sheet = accepted(await site.GET("/api/v1/games/{code}/sheet", { params }));
for (const mage of sheet.mages as { name: string; life: number }[]) {
  console.log(` - ${mage.name}, life ${mage.life}`);
}

const form = accepted(await site.GET("/api/v1/games/{code}/result", { params }));
const fields = { result: "win", ending_win: "nemesis_defeated", minutes: 90 };
const played = accepted(
  await site.POST("/api/v1/games/{code}/result", {
    params,
    body: { revision: form.revision, token: token(), fields },
  }),
);
console.log(`Entered: ${played.play?.result}, ${played.play?.minutes} minutes`);
