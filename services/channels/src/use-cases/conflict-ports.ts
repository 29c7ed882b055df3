import type { Result } from '@lodging/kernel';
import type {
  Conflict,
  ConflictFound,
  ConflictNews,
  ConflictStatus,
  Settlement,
} from '../domain/conflict.ts';
import type { Page } from './connection-ports.ts';
import type { Seen } from '../ports.ts';

/** What inventory said, and when. */
export interface ConflictTold {
  readonly found: ConflictFound;
  readonly toldAt: Temporal.Instant;
}

/** `opened`: new, or settled and open again. */
export type ConflictOutcome = 'opened' | 'updated' | 'unchanged';

export interface Conflicts {
  /**
   * Opens one conflict per event, reservation and resource, however often it is told; `again` decides about one that is
   * known.
   */
  open(
    tenantId: string,
    newId: string,
    told: ConflictTold,
    again: (known: Conflict, rolling: { readonly isRolling: boolean }) => ConflictNews | null,
    seen: Seen,
  ): Promise<ConflictOutcome>;
  page(tenantId: string, status: ConflictStatus | undefined, page: Page): Promise<Conflict[]>;
  change(
    tenantId: string,
    id: string,
    decide: (conflict: Conflict) => Result<{ readonly status: Settlement }>,
  ): Promise<Result<Conflict>>;
}
