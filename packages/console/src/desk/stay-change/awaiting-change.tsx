import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { StayChange } from '../../api/records.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Refusal } from '../../ui/notice.tsx';
import { Day, localDate } from '../../ui/when.tsx';
import { PaymentLinkDialog } from '../payment-link-dialog.tsx';

interface AwaitingChangeProps {
  readonly change: StayChange;
  readonly timeZone: string;
}

/** A change that is not there yet: until when it can be paid, the address to pay at, and the way to give it up. */
export function AwaitingChange({ change, timeZone }: AwaitingChangeProps) {
  const { stayChange: texts, desk } = useTexts();
  const [isPaying, setPaying] = useState(false);
  const { time } = useFormats();
  const may = useMay();
  const resource = useResources().find(change.proposed.resourceId);
  const { run, isBusy, error } = useGiveUp(change);
  return (
    <Notice kind="warn">
      <p>
        {change.expiresAt !== null && texts.awaits(time(change.expiresAt, timeZone))}{' '}
        <bdi>{resource?.name}</bdi>, <Day date={localDate(change.proposed.from, timeZone)} /> –{' '}
        <Day date={localDate(change.proposed.to, timeZone)} />
      </p>
      <Refusal error={error} onTryAgain={() => run(undefined)} isBusy={isBusy} />
      {may('book') && (
        <>
          <Button onPress={() => setPaying(true)}>{desk.paymentLink}</Button>{' '}
          <Button isBusy={isBusy} onPress={() => run(undefined)}>
            {texts.giveUp}
          </Button>
        </>
      )}
      {isPaying && (
        <PaymentLinkDialog
          reservationId={change.bookingId}
          timeZone={timeZone}
          onClose={() => setPaying(false)}
        />
      )}
    </Notice>
  );
}

function useGiveUp({ id, bookingId }: StayChange) {
  const { stayChange: texts } = useTexts();
  const client = useQueryClient();
  return useWrite(() => lodging.bookings.endChange(bookingId, id), {
    says: () => texts.givenUp,
    after: () => client.invalidateQueries({ queryKey: ['booking', bookingId] }),
  });
}
