import type { Clock, NewId } from '@lodging/kernel';
import type { FairSemaphore } from '@lodging/kit-runtime';
import type { AlternativeRepository } from './alternatives.ts';
import type { OwnBlockRepository } from './blocks.ts';
import type { BlockRepository, ClaimRepository } from './claims.ts';
import type { MoveRepository } from './moves.ts';
import type {
  BulkRateRepository,
  FxRateRepository,
  PricingRepository,
  RestrictionRepository,
} from './rates.ts';
import type { RatePlanRepository, ResourceRepository, RoomTypeRepository } from './resources.ts';
import type { PolicyRepository, TaxRuleRepository } from './rules.ts';
import type { SandboxRepository } from './sandbox.ts';
import type { SearchRepository } from './search.ts';
import type { CalendarRepository, CapacityRepository, OccupancyRepository, StayRepository } from './stays.ts';

/** Dependencies of the use cases; each takes a Pick of them. */
export interface InventoryDeps {
  readonly roomTypes: RoomTypeRepository;
  readonly resources: ResourceRepository;
  readonly ratePlans: RatePlanRepository;
  readonly pricing: PricingRepository;
  readonly restrictions: RestrictionRepository;
  readonly bulkRates: BulkRateRepository;
  readonly taxRules: TaxRuleRepository;
  readonly policies: PolicyRepository;
  readonly sandboxes: SandboxRepository;
  readonly fxRates: FxRateRepository;
  readonly stays: StayRepository;
  readonly searches: SearchRepository;
  readonly alternatives: AlternativeRepository;
  readonly calendars: CalendarRepository;
  readonly capacity: CapacityRepository;
  readonly occupancy: OccupancyRepository;
  readonly claims: ClaimRepository;
  readonly moves: MoveRepository;
  /** Of other calendars. */
  readonly blocks: BlockRepository;
  readonly ownBlocks: OwnBlockRepository;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Searches and alternatives hold what they load in memory, so few of them run at once, shared fairly among tenants. */
  readonly searchSemaphore: FairSemaphore;
  /** For searches that load more than most do. */
  readonly heavySearchSemaphore: FairSemaphore;
  readonly alternativesSemaphore: FairSemaphore;
  /** Lets other requests of the process run. */
  readonly yieldToOthers: () => Promise<void>;
  /** Of a refusal that is answered without the requested alternatives. */
  readonly reportNoAlternatives: (error: unknown, requestId: string) => void;
}
