/** A placeholder until it is yours; alerts/*.yaml say it too. */
export const RUNBOOKS = 'https://runbooks.lodging.example';

/** Each alert is a heading of its page. */
export function runbookOf(page: string, alert: string): string {
  return `${RUNBOOKS}/${page}.md#${alert.toLowerCase()}`;
}
