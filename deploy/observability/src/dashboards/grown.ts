// Owns how much a counter grew where it may just have begun: a series that was not there before came with its first event,
// which `increase` does not see.

/** For `sum(…)`. */
export function grown(selector: string, window: string): string {
  return `${selector} unless ${selector} offset ${window} or increase(${selector}[${window}])`;
}
