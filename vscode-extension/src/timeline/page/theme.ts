// Colours and the font of the page, as the style sheet decided them: a canvas cannot
// read it by itself.

/** Theme is what drawing needs; colours are CSS colours. */
export interface Theme {
  bg: string;
  band: string;
  fg: string;
  muted: string;
  line: string;
  focus: string;
  failure: string;
  fault: string;
  disk: string;
  network: string;
  log: string;
  life: string;
  check: string;
  call: string;
  good: string;
  other: string;
  font: string;
  /** Forced colours: fills that only tint are left out, outlines are drawn. */
  strong: boolean;
}

const NAMES = [
  "bg",
  "band",
  "fg",
  "muted",
  "line",
  "focus",
  "failure",
  "fault",
  "disk",
  "network",
  "log",
  "life",
  "check",
  "call",
  "good",
  "other",
] as const;

/** readTheme asks the style sheet. */
export function readTheme(body: HTMLElement): Theme {
  const style = getComputedStyle(body);
  const theme: Partial<Theme> = {};
  for (const name of NAMES) theme[name] = style.getPropertyValue(`--sf-${name}`).trim() || "#888";
  theme.font = style.fontFamily || "sans-serif";
  theme.strong = asks("(forced-colors: active)") || body.classList.contains("vscode-high-contrast");
  return theme as Theme;
}

/** watchTheme calls changed when VS Code or the system changes colours. */
export function watchTheme(body: HTMLElement, changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(body, { attributes: true, attributeFilter: ["class", "data-vscode-theme-kind"] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)"]) {
    matchMedia(query).addEventListener("change", changed);
  }
}

/** reducedMotion says that nothing should move by itself. */
export function reducedMotion(body: HTMLElement): boolean {
  return asks("(prefers-reduced-motion: reduce)") || body.classList.contains("vscode-reduce-motion");
}

function asks(query: string): boolean {
  return matchMedia(query).matches;
}
