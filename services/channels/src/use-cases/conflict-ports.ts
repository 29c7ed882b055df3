import type { Result } from '@lodging/kernel';
import type {
  Conflict,
  ConflictFound,
  ConflictNews,
  ConflictStatus,
  Settlement,
} from '../domain/conflict.ts';
import type { Page } from './connection-ports.ts';
import type { Seen } from './ports.ts';

/** What inventory said, and when. */
export interface ConflictTold {
  readonly found: ConflictFound;
  readonly livemode: boolean;
  readonly toldAt: Temporal.Instant;
}

export interface Conflicts {
  /**
   * Opens one conflict per event, reservation and resource, however often it is told; `again` decides about one that is
   * known. What opens is told to others in the same step.
   */
  open(
    tenantId: string,
    newId: string,
    told: ConflictTold,
    again: (known: Conflict, rolling: { readonly isRolling: boolean }) => ConflictNews | null,
    seen: Seen,
  ): Promise<void>;
  page(tenantId: string, status: ConflictStatus | undefined, page: Page): Promise<Conflict[]>;
  change(
    tenantId: string,
    id: string,
    decide: (conflict: Conflict) => Result<{ readonly status: Settlement }>,
  ): Promise<Result<Conflict>>;
}
