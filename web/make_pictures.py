"""Draws the page's icons and the picture of link previews from their SVG, in Chromium."""

import os
from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).parent
PICTURES = (
    ("public/icon.svg", "public/icon-192.png", 192, 192),
    ("public/icon.svg", "public/icon-512.png", 512, 512),
    ("pictures/icon.svg", "public/icon-maskable.png", 512, 512),
    ("pictures/invitation.svg", "public/invitation.jpg", 1200, 630),
)
"""From where, to where, width and height; a maskable icon fills its square, so that devices can cut it to any shape."""


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("DOCENA_CHROMIUM"), args=["--no-sandbox"])
        for source, target, width, height in PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height})
            picture = (WEB / source).read_text(encoding="utf-8").replace("<svg ", '<svg style="display:block" ', 1)
            page.set_content(
                f"<style>body {{ margin: 0 }} body > svg {{ width: {width}px; height: {height}px }}</style>{picture}"
            )
            if target.endswith(".jpg"):
                page.screenshot(path=WEB / target, type="jpeg", quality=82)
            else:
                page.screenshot(path=WEB / target, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
