/** For `sum(…)`: the increase, with the whole value of a series that had no sample in the day before. */
export function grown(selector: string, window: string): string {
  return `${selector} unless max_over_time(${selector}[1d] offset ${window}) or increase(${selector}[${window}])`;
}
