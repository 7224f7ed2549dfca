"""Phones in Chromium, Firefox and WebKit: the same walk at a live game is taken in each.

People bring phones of every make. Chromium is driven by Playwright; Debian's Firefox by WebDriver
BiDi; Debian's WebKit, the engine of every iPhone, by its own WebDriver with Selenium.
"""
