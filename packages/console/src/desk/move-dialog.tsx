import type { BookingRow } from '../api/records.ts';
import { CheckInDialog } from './check-in-dialog.tsx';
import { CheckOutDialog } from './check-out-dialog.tsx';
import { NoShowDialog } from './no-show-dialog.tsx';

/** What the desk is about to do with a stay. */
export interface Move {
  readonly kind: 'check-in' | 'check-out' | 'no-show';
  readonly booking: BookingRow;
}

const DIALOGS = { 'check-in': CheckInDialog, 'check-out': CheckOutDialog, 'no-show': NoShowDialog };

export function MoveDialog({ move, onClose }: { readonly move: Move; readonly onClose: () => void }) {
  const Chosen = DIALOGS[move.kind];
  return <Chosen key={move.booking.id} booking={move.booking} onClose={onClose} />;
}
