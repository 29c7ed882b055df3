import type { Faults } from '../../../ui/faults/use-faults.ts';
import type { PricingDraft } from '../../../domain/prices/pricing-draft.ts';

export interface PricingFieldsProps {
  readonly draft: PricingDraft;
  readonly currency: string;
  readonly faults: Faults;
  readonly set: (changed: Partial<PricingDraft>) => void;
}
