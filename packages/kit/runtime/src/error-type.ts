// Owns the one word for an error that spans and metrics carry: its class. What it says may hold what nobody should read
// there; that stands in the log, under the same trace id.

export function errorType(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
