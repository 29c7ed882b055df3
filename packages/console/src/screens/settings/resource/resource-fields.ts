import type { Faults } from '../../../ui/faults/use-faults.ts';
import type { ResourceDraft } from './resource-draft.ts';

export interface ResourceFieldsProps {
  readonly draft: ResourceDraft;
  readonly isNew: boolean;
  readonly faults: Faults;
  readonly set: (changed: Partial<ResourceDraft>) => void;
}

/** The fault of a list that is typed as one text: that of its first entry which has one, with the entry. */
export function faultOfList({ at }: Faults, pointer: string, entries: readonly string[]): string | undefined {
  const wrong = entries.findIndex((_, index) => at(`${pointer}/${index}`) !== undefined);
  return wrong === -1 ? at(pointer) : `${entries[wrong]}: ${at(`${pointer}/${wrong}`)}`;
}
