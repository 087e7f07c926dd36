/** HEAD is how much of a Go file is looked at: imports stand at its beginning. */
const HEAD = 16 << 10;

const IMPORTED = /^\s*(?:import\s+)?(?:[\w.]+\s+)?"github\.com\/seedfall\/seedfall\/sim(?:\/\w+)?"/m;

/** importsSim says whether the text of a Go file imports package sim, as far as that
 * can be said without parsing it. */
export function importsSim(text: string): boolean {
  return IMPORTED.test(text.length > HEAD ? text.slice(0, HEAD) : text);
}
