/**
 * Whether a payload may have other meanings than those that we read: earlier generations of the provider's API describe
 * payments in the same terms, a later one may change the meaning of a status.
 */
export function isLaterGeneration(apiVersion: string | null, ours: string): boolean {
  if (apiVersion === null) return false;
  return generationOf(apiVersion) !== generationOf(ours) && dateOf(apiVersion) > dateOf(ours);
}

/** `2026-10-28.endive` is of the generation `endive`; the oldest versions are a date only. */
function generationOf(apiVersion: string): string {
  return apiVersion.split('.')[1] ?? '';
}

function dateOf(apiVersion: string): string {
  return apiVersion.slice(0, 'YYYY-MM-DD'.length);
}
