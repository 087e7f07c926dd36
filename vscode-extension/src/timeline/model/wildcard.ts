/** wildcard gives the test whether a name is one that a pattern stands for: itself, or with any text in place of each *. */
export function wildcard(pattern: string): (name: string) => boolean {
  const parts = pattern.split("*");
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (parts.length === 1) return (name) => name === pattern;
  return (name) => {
    const end = name.length - last.length;
    let at = first.length;
    if (at > end || !name.startsWith(first) || !name.endsWith(last)) return false;
    for (const part of parts.slice(1, -1)) {
      const found = name.indexOf(part, at);
      at = found + part.length;
      if (found < 0 || at > end) return false;
    }
    return true;
  };
}
