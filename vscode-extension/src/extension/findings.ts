/** Facts are what the doctor has found out. */
export interface Facts {
  extension: string;
  editor: string;
  platform: string;
  /** Version of the server. */
  server: string;
  /** Where it was found; "" for nowhere. */
  path: string;
  state: string;
  /** Says that server and extension speak the same version of our own methods. */
  ours: boolean;
  trusted: boolean;
  /** What go version says; "" if there is no go command. */
  go: string;
  scenarios: { label: string; state: string; message: string }[];
}

/** findings is the doctor's page, in Markdown. */
export function findings(f: Facts): string {
  const line = (ok: boolean, good: string, bad: string) => `- ${ok ? "ok" : "**not ok**"}: ${ok ? good : bad}`;
  const all = [
    line(
      f.path !== "",
      `the language server is ${f.path}`,
      "no language server was found; install it with `go install github.com/seedfall/seedfall/cmd/seedfall-lsp`",
    ),
    line(f.state === "running", `it runs, version ${f.server}`, `it does not run (${f.state}); its log is in the output channel Seedfall`),
    line(
      f.ours,
      "it speaks the extension's protocol",
      "it speaks another protocol than the extension, or none yet; install the version of the extension",
    ),
    line(f.trusted, "the workspace is trusted", "the workspace is not trusted, so nothing is run in it"),
    line(f.go !== "", f.go, "there is no go command in PATH; install Go 1.26 or later"),
    line(
      f.scenarios.length > 0,
      `${f.scenarios.length === 1 ? "1 config was" : `${f.scenarios.length} configs were`} found`,
      "no config was found; Seedfall: New Config writes one",
    ),
    ...f.scenarios.map((s) => `  - ${s.label}: ${s.state}${s.message ? `, ${s.message}` : ""}`),
  ];
  return `# Seedfall\n\nExtension ${f.extension}, editor ${f.editor}, ${f.platform}.\n\n${all.join("\n")}\n`;
}
