import type { ResourceConfig } from '../resources/resource.ts';

export interface Party {
  readonly partySize: number;
  readonly quantity: number;
  /** Undefined where the caller does not distinguish adults and children. */
  readonly children?: number | undefined;
}

type Rule = (party: Party, resource: ResourceConfig) => boolean;

const fitsUnits: Rule = ({ quantity }, { units }) => quantity <= units;

const fitsCapacity: Rule = ({ partySize, quantity }, { capacity }) => partySize <= capacity * quantity;

const fitsRoomType: Rule = ({ partySize, quantity }, { roomType }) =>
  roomType === null || partySize <= roomType.maxOccupancy * quantity;

const fitsAdultsAndChildren: Rule = ({ partySize, quantity, children }, { roomType }) =>
  children === undefined ||
  (children <= partySize &&
    (roomType === null ||
      (children <= roomType.maxChildren * quantity &&
        partySize - children <= roomType.maxAdults * quantity)));

const rules: readonly Rule[] = [fitsUnits, fitsCapacity, fitsRoomType, fitsAdultsAndChildren];

export function partyFits(party: Party, resource: ResourceConfig): boolean {
  return rules.every((rule) => rule(party, resource));
}
