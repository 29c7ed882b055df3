import type { StaticAnalysis, Variable } from 'liquidjs';
import type { TemplateFault } from '../../ports/mails.ts';

/** LiquidJS has them on lists and texts, whatever they hold. */
const OF_EVERY_VALUE: ReadonlySet<unknown> = new Set(['size', 'first', 'last']);
/** Set by the tags `for` and `tablerow` for their own content. */
const OF_TAGS: ReadonlySet<unknown> = new Set(['forloop', 'tablerowloop']);

/** A variable that no mail has, also where the condition around it is false. */
export function unknownVariable(
  { globals }: StaticAnalysis,
  known: object,
): Omit<TemplateFault, 'part'> | undefined {
  for (const variable of Object.values(globals).flat()) {
    if (OF_TAGS.has(variable.segments[0]) || isKnown(variable, known)) continue;
    return { line: variable.location.row, reason: `unknown variable: ${String(variable)}` };
  }
  return undefined;
}

/** A computed name is checked when it is rendered. */
function isKnown({ segments }: Variable, known: object): boolean {
  let value: unknown = known;
  for (const segment of segments) {
    if (typeof segment === 'object') return true;
    if (Array.isArray(value)) {
      if (typeof segment === 'number' || segment === 'first' || segment === 'last') {
        value = value[0];
        continue;
      }
      return segment === 'size';
    }
    if (OF_EVERY_VALUE.has(segment) && typeof value !== 'object') return true;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return false;
    value = (value as Record<string | number, unknown>)[segment];
  }
  return true;
}
