// How elements are made: text is only ever text, and nothing is parsed as HTML.

type Value = string | number | boolean | null | undefined;
type Listeners = Partial<{ [K in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[K]) => void }>;

/** Props are attributes; `class`, `text` and `on` are what they say. */
export interface Props {
  on?: Listeners;
  [attribute: string]: Value | Listeners;
}

type Child = Node | string | null | undefined | false;

/** upright spells out the marks that turn the direction of text around, which would show
 * a text as another one. */
export function upright(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** el makes an element. Attributes with undefined, null or false are left out; true is an empty one. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { on, ...attributes } = props;
  for (const [name, of] of Object.entries(attributes)) {
    const value = of as Value;
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.className = String(value);
    else if (name === "text") element.textContent = upright(String(value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const [name, listener] of Object.entries(on ?? {})) element.addEventListener(name, listener as EventListener);
  put(element, ...children);
  return element;
}

/** put adds children; what is not there is passed over. */
export function put(parent: Element, ...children: Child[]): void {
  for (const child of children) if (child) parent.append(child);
}

/** refill replaces all children. */
export function refill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  put(parent, ...children);
}

/** button makes a push button with a visible name. */
export function button(text: string, click: () => void, props: Props = {}): HTMLButtonElement {
  return el("button", { type: "button", class: "button", ...props, text, on: { click } });
}

const SVG = "http://www.w3.org/2000/svg";

/** icon is a small drawing of one path on a field of 16 by 16, in the colour of the text. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const p = document.createElementNS(SVG, "path");
  p.setAttribute("d", path);
  svg.append(p);
  return svg;
}
