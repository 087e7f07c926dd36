import { OverviewRulerLane, Range, ThemeColor, Uri, window, type TextEditor, type TextEditorDecorationType } from "vscode";
import type { Disposes } from "./disposes";
import type { TestState } from "./protocol";
import { own } from "./settings";
import type { Tree } from "./testTree";

/** Mark is how a property is marked. */
type Mark = "failed" | "unreached" | "passed";

/** Gutter marks the lines of properties: in the ruler beside the scroll bar, and in
 * the gutter unless the Test Explorer has its marks there. */
export class Gutter implements Disposes {
  private types: Record<Mark, TextEditorDecorationType> | undefined;
  private icons = false;
  private readonly heard: Disposes;

  constructor(
    private readonly extension: Uri,
    private readonly tree: Tree,
  ) {
    this.heard = window.onDidChangeVisibleTextEditors(() => {
      this.draw();
    });
  }

  /** draw draws the marks anew. */
  draw(): void {
    const { gutter, tests } = own();
    if (!gutter || this.icons !== !tests) {
      this.clear();
    }
    if (!gutter) {
      return;
    }
    this.icons = !tests;
    this.types ??= { failed: this.type("failed"), unreached: this.type("unreached"), passed: this.type("passed") };
    for (const editor of window.visibleTextEditors) {
      this.mark(editor, this.types);
    }
  }

  dispose(): void {
    this.clear();
    this.heard.dispose();
  }

  private mark(editor: TextEditor, types: Record<Mark, TextEditorDecorationType>): void {
    const uri = editor.document.uri.toString();
    const here = this.tree.scenarios().flatMap((s) => s.properties.filter((p) => p.uri !== "" && Uri.parse(p.uri).toString() === uri));
    for (const mark of Object.keys(types) as Mark[]) {
      const lines = here.filter((p) => markOf(p.state) === mark).map((p) => new Range(p.line, 0, p.line, 0));
      editor.setDecorations(types[mark], lines);
    }
  }

  private type(mark: Mark): TextEditorDecorationType {
    return window.createTextEditorDecorationType({
      ...(this.icons ? { gutterIconPath: Uri.joinPath(this.extension, "media", `${mark}.svg`), gutterIconSize: "contain" } : {}),
      ...(mark === "passed" ? {} : { overviewRulerColor: new ThemeColor(`seedfall.${mark}`), overviewRulerLane: OverviewRulerLane.Right }),
    });
  }

  private clear(): void {
    for (const type of Object.values(this.types ?? {})) {
      type.dispose();
    }
    this.types = undefined;
  }
}

function markOf(state: TestState): Mark | undefined {
  return state === "failed" || state === "unreached" || state === "passed" ? state : undefined;
}
