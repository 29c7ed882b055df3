import type { Bill } from '@lodging/contract-inventory';
import type { StoredBill } from '../domain/stay/stored-bill.ts';

export function billToWire({ childAges, nights, lines, ...bill }: StoredBill): Bill {
  return {
    ...bill,
    nights: [...nights],
    ...(childAges !== undefined && { childAges: [...childAges] }),
    lines: [...lines],
  };
}
