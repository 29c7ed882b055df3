/** A command of the page as a shell takes it: continued lines are one, and so is a loop. */
export function commandsOf(block: string): string[] {
  const commands: string[] = [];
  let open = '';
  let loops = 0;
  for (const line of block.replaceAll(/\s*\\\n\s*/g, ' ').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    loops += Number(/^for\b/.test(line)) - Number(/(^|; )done\b/.test(line));
    open += open === '' ? line : `\n${line}`;
    if (loops > 0) continue;
    commands.push(open);
    open = '';
  }
  return commands;
}

/** The first block of commands below a heading or a step. */
export function blockBelow(page: string, heading: string): string {
  const [, below] = page.split(`${heading}`);
  const block = /```sh\n([\s\S]*?)```/.exec(below ?? '')?.[1];
  if (block === undefined) throw new Error(`the page has no commands below ${heading}`);
  return block;
}

/** One shell for all of them, so that `cd` and variables stay; it prints how long each took, and ends with the first that fails. */
export function timedScript(commands: readonly string[]): string {
  const lines = commands.map((command) => {
    const shown = `'${command.replaceAll(/\s+/g, ' ').replaceAll("'", `'\\''`)}'`;
    // What goes on in the background gets the time that a reader takes for the next line.
    const pause = command.endsWith('&') ? '\nsleep 3' : '';
    return `began=$(date +%s%N)\n${command}${pause}\ntook "$began" ${shown}`;
  });
  const heading = [
    'set -euo pipefail',
    "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT",
    'first=$(date +%s%N)',
    'took() { printf "%6d.%01d s  %s\\n" $(( ($(date +%s%N) - $1) / 1000000000 )) $(( ($(date +%s%N) - $1) / 100000000 % 10 )) "$2" >&3; }',
  ];
  return [...heading, ...lines, 'took "$first" "from the first command to the last"', ''].join('\n');
}
