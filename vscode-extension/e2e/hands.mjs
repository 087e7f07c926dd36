// What a person does in VS Code.
import { join } from "node:path";
import { OUT, until } from "./rig.mjs";

/** openFile opens a file by its name. */
export async function openFile(page, name) {
  await page.keyboard.press("Control+P");
  await page.locator(".quick-input-widget input").fill(name);
  await page
    .locator(".quick-input-list .monaco-list-row", { hasText: name.split("/").at(-1) })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".tab.active", { hasText: name.split("/").at(-1) }).waitFor();
  await page.locator(".editor-instance .view-line").first().waitFor();
}

/** command does a command of the palette by its title. */
export async function command(page, title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor();
  await page.keyboard.press("Enter");
}

/** lens is a code lens with a text. */
export const lens = (page, text) => page.locator(".codelens-decoration a", { hasText: text }).first();

/** clickUntil clicks until the click has had its effect: a lens is laid out anew
 * while results come, and a click on the old one is lost. */
export async function clickUntil(locator, effect, what) {
  await locator.click();
  for (let i = 0; i < 5; i++) {
    try {
      await until(effect, what, 4000);
      return;
    } catch (e) {
      if (i === 4) throw e;
    }
    await locator.click({ timeout: 4000 }).catch(() => {}); // the click before may have taken it away, and its effect be near
  }
}

/** toast is a notification with a text. */
export const toast = (page, text) => page.locator(".notification-toast", { hasText: text });

/** timeline is the page of the timeline that is shown. */
export const timeline = (page) => page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");

/** setTheme chooses a colour theme; cls is the class that the workbench has with it. */
export async function setTheme(page, label, cls) {
  await page.keyboard.press("Control+K");
  await page.keyboard.press("Control+T");
  await page.locator(".quick-input-widget input").fill(label);
  const row = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: label });
  await row.first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(`.monaco-workbench.${cls}`).waitFor();
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

/** shoot takes a picture, when what is animated has settled. */
export async function shoot(page, name) {
  await page.evaluate(async () => {
    const running = () =>
      document.getAnimations().filter((a) => a.playState === "running" && a.effect?.getTiming().iterations !== Infinity);
    await Promise.all(running().map((a) => a.finished.catch(() => {})));
    await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
  });
  await page.screenshot({ path: join(OUT, `${name}.png`) });
}
