import type { BookingUpdateParams } from '@lodging/client';
import { Link } from '@tanstack/react-router';
import { codeOf } from '../api/lodging.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Refusal } from '../ui/notice.tsx';
import type { BookingChange } from './use-booking-change.ts';

interface ChangeRefusalProps {
  readonly change: BookingChange;
  /** What is sent again. */
  readonly mine: BookingUpdateParams;
}

/** What was changed meanwhile, and the way to send one’s own change all the same. */
export function ChangeRefusal({ change: { error, meanwhile, run, isBusy }, mine }: ChangeRefusalProps) {
  const { common, booking: texts } = useTexts();
  const code = codeOf(error);
  if (error === null) return null;
  if (code === 'version_mismatch' && meanwhile !== null) {
    const fields = meanwhile.fields.map((field) => texts.fields[field] ?? field);
    const names = fields.length === 0 ? texts.state.toLowerCase() : fields.join(', ');
    return (
      <Refusal error={error} words={common.changedMeanwhile(names)}>
        <Button isBusy={isBusy} onPress={() => run(mine)}>
          {common.applyMine}
        </Button>
      </Refusal>
    );
  }
  const other = code === 'external_reference_taken' ? otherOf(error) : null;
  return (
    <Refusal error={error} onTryAgain={() => run(mine)} isBusy={isBusy}>
      {other !== null && (
        <Link to="/bookings/$id" params={{ id: other }}>
          {texts.otherBooking}
        </Link>
      )}
    </Refusal>
  );
}

function otherOf(error: unknown): string | null {
  return (error as { readonly reservationId?: string }).reservationId ?? null;
}
