import type { Refusal, Result } from '@lodging/kernel';

/** The number of copied records of each kind. */
export interface CopiedCounts {
  readonly roomTypes: number;
  readonly resources: number;
  readonly ratePlans: number;
  readonly pricing: number;
  readonly nightlyRates: number;
  readonly restrictions: number;
  readonly cancellationPolicies: number;
  readonly taxRules: number;
}

export interface SandboxRepository {
  /**
   * Copies what the live tenant sells, as it is at one moment, in one commit. Copies into one sandbox run one after the
   * other. Archived resources stay archived; former versions of policies are not copied. `limit_reached`: the live side has
   * more than a tenant may have.
   */
  copyFrom(
    liveTenantId: string,
    sandboxId: string,
  ): Promise<Result<CopiedCounts, Refusal<'sandbox_not_empty' | 'resource_locked' | 'limit_reached'>>>;
}
