import type { UnreachableService } from '@lodging/contract-public';
import type { Context } from '../context.ts';

export function warnOfUnreachable({ output }: Context, away: readonly UnreachableService[]): void {
  for (const { service, why } of away) output.note(`${service} is missing from this result: ${why}.`);
}
