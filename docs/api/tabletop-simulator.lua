-- Tonight's set-up: fetches the sheet of your latest planned one-off game into a notebook tab.
-- Type "setup" in the chat. docs/api/tabletop-simulator.md says how to use it.

SITE = "https://games.example.org"
TOKEN = "bk_..." -- one that may only read

function onChat(message)
  if message == "setup" then
    fetch("/games", found_games)
    return false
  end
end

function fetch(path, done)
  local headers = { Authorization = "Bearer " .. TOKEN, Accept = "application/json" }
  WebRequest.custom(SITE .. "/api/v1" .. path, "GET", true, nil, headers, function(answer)
    local value = JSON.decode(answer.text)
    if answer.response_code == 200 then
      done(value)
    elseif value and value.problems then
      printToAll(value.problems[1].sentence, "Red")
    else
      printToAll("The site did not answer.", "Red")
    end
  end)
end

function found_games(games)
  for _, game in ipairs(games.items) do
    if game.play == nil then
      fetch("/games/" .. game.code .. "/sheet", function(sheet) show(game, sheet) end)
      return
    end
  end
  printToAll("There is no game to set up.", "Yellow")
end

function show(game, sheet)
  local lines = { game.title, "" }
  for _, step in ipairs(sheet.steps) do
    table.insert(lines, line(step))
  end
  addNotebookTab({ title = "Set-up", body = table.concat(lines, "\n"), color = "Grey" })
  printToAll("The set-up is in the notebook.", "Green")
end

-- A step is a code with values: "market.pile" with name and copies.
function line(step)
  local said = {}
  for name, value in pairs(step.values) do
    if type(value) == "table" then value = table.concat(value, ", ") end
    table.insert(said, name .. ": " .. tostring(value))
  end
  return "[" .. step.part .. "] " .. step.code .. "  " .. table.concat(said, "; ")
end
