/** Parts are what the page is made of. */
export interface Parts {
  /** Addresses of the script and of the style sheet. */
  script: string;
  style: string;
  /** Where VS Code lets the page load from. */
  source: string;
  /** A random word that only the page's own script has. */
  nonce: string;
}

/** timelineHtml is the page, in which nothing runs but its own script and nothing is
 * loaded but its own style. */
export function timelineHtml({ script, style, source, nonce }: Parts): string {
  const policy = [
    "default-src 'none'",
    `style-src ${source}`,
    `script-src 'nonce-${nonce}'`,
    "img-src 'none'",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Timeline</title>
<link rel="stylesheet" href="${attribute(style)}">
</head>
<body>
<script nonce="${attribute(nonce)}" src="${attribute(script)}"></script>
</body>
</html>
`;
}

/** failureHtml is what stands in place of a timeline that cannot be shown. */
export function failureHtml(why: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>Timeline</title>
</head>
<body>
<p role="alert">The timeline cannot be shown: ${attribute(why)}</p>
</body>
</html>
`;
}

/** attribute is a text as the value of an attribute. */
function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
}
