/** For `sum(…)`. */
export function grown(selector: string, window: string): string {
  return `${selector} unless ${selector} offset ${window} or increase(${selector}[${window}])`;
}
