import { insertLists, namedStatement } from '@lodging/kit-postgres';
import type { SettledChange, StayChange } from '../../domain/ledger/stay-change.ts';
import { changeSettlements } from '../schema.ts';
import type { ChangeSettlementRow } from '../schema.ts';

const LISTS = insertLists(changeSettlements);

/** A change that was given up may be settled later; a settled one stays as it is. */
export const saveStayChange = namedStatement<ChangeSettlementRow>(
  'change_settlement_save',
  `INSERT INTO change_settlements AS saved (${LISTS.columns}) VALUES (${LISTS.values})
   ON CONFLICT (tenant_id, change_id) DO UPDATE SET position = excluded.position,
     keep_minor_units = excluded.keep_minor_units, net_minor_units = excluded.net_minor_units,
     back_minor_units = excluded.back_minor_units, total_minor_units = excluded.total_minor_units,
     returned_minor_units = excluded.returned_minor_units,
     handed_back_minor_units = excluded.handed_back_minor_units
   WHERE saved.position IS NULL`,
);

const NOT_SETTLED: Readonly<Record<keyof SettledChange, null>> = {
  position: null,
  keepMinorUnits: null,
  netMinorUnits: null,
  backMinorUnits: null,
  totalMinorUnits: null,
  returnedMinorUnits: null,
  handedBackMinorUnits: null,
};

export function changeValues(
  reservation: { readonly tenantId: string; readonly reservationId: string },
  { id: changeId, closedAt, settled }: StayChange,
): ChangeSettlementRow {
  return { ...reservation, changeId, closedAt, ...(settled ?? NOT_SETTLED) };
}

export function toStayChange({
  tenantId: _tenant,
  reservationId: _reservation,
  changeId: id,
  closedAt,
  ...settled
}: ChangeSettlementRow): StayChange {
  return { id, closedAt, settled: isSettled(settled) ? settled : null };
}

/** A constraint of the table says that all amounts are there, or none. */
function isSettled(
  columns: Omit<ChangeSettlementRow, 'tenantId' | 'reservationId' | 'changeId' | 'closedAt'>,
): columns is SettledChange {
  return columns.position !== null;
}
