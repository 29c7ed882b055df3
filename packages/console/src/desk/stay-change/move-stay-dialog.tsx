import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bookingQuery } from '../../api/queries/booking.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { OneBooking } from '../../api/records.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { RadioGroup } from '../../ui/fields/field.tsx';
import { Notice, Refusal } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Day, localDate } from '../../ui/when.tsx';
import css from '../desk.module.css';
import { ChangeCost } from './change-cost.tsx';
import { MoveAlternatives, MoveRefusal } from './move-refusal.tsx';
import { StayFields } from './stay-fields.tsx';
import { useMove } from './use-move.ts';
import type { Settle } from './use-move.ts';
import { useWantedStay } from './use-wanted-stay.ts';
import type { MoveTarget } from './use-wanted-stay.ts';

interface MoveStayDialogProps {
  readonly bookingId: string;
  /** Where the stay was dropped. */
  readonly target?: MoveTarget | undefined;
  /** The conflict that the move resolves: what is due is then due later. */
  readonly conflictId?: string | undefined;
  readonly onClose: () => void;
}

/** Moves, extends or shortens a stay. Nothing is changed before the button of that name. */
export function MoveStayDialog({ bookingId, target, conflictId, onClose }: MoveStayDialogProps) {
  const { stayChange: texts } = useTexts();
  const client = useQueryClient();
  const resources = useResources();
  const { data: booking, error, refetch } = useQuery(bookingQuery(client, bookingId));
  return (
    <Dialog title={texts.title} onClose={onClose} isWide>
      <Refusal error={booking === undefined ? error : null} onTryAgain={() => refetch()} />
      {booking !== undefined && resources.isLoaded ? (
        <MoveForm {...{ booking, target, conflictId, onClose }} />
      ) : (
        <>
          <Skeleton />
          <DialogActions>
            <Button onPress={onClose}>{texts.keep}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface MoveFormProps extends Omit<MoveStayDialogProps, 'bookingId'> {
  readonly booking: OneBooking;
}

function MoveForm({ booking, target, conflictId, onClose }: MoveFormProps) {
  const { stayChange: texts } = useTexts();
  const stay = useWantedStay(booking, target, conflictId !== undefined);
  const { quote, isNothing } = stay;
  const timeZone = stay.resources.find(booking.resourceId)?.timezone ?? 'UTC';
  const move = useMove({
    booking,
    timeZone,
    conflictId,
    onMoved: onClose,
    onRefused: () => quote.refetch(),
  });
  const data = isNothing || quote.error !== null ? undefined : quote.data;
  const send = (): void => {
    const input = data && { changeToken: data.changeToken, settle: move.settle };
    const next = move.unknown ?? input;
    if (next !== undefined) void move.run(next);
  };
  return (
    <>
      <NowLine booking={booking} timeZone={timeZone} />
      <div inert={move.unknown !== null}>
        <StayFields booking={booking} stay={stay} />
      </div>
      <div className={css.form} aria-live="polite" inert={move.unknown !== null}>
        {isNothing && <p className="quiet">{texts.nothingYet}</p>}
        {!isNothing && quote.isFetching && data === undefined && <p className="quiet">{texts.reading}</p>}
        {data !== undefined && <ChangeCost booking={booking} quote={data} />}
        {data !== undefined && data.dueMinorUnits !== '0' && conflictId === undefined && (
          <SettleFields settle={move.settle} onChange={move.setSettle} />
        )}
      </div>
      <MoveRefusal stay={stay} currency={booking.currency} />
      {isNothing && <MoveAlternatives stay={stay} currency={booking.currency} />}
      <Refusal error={move.error} onTryAgain={send} isBusy={move.isBusy} />
      <DialogActions>
        <Button
          kind="accent"
          disabled={data === undefined && move.unknown === null}
          isBusy={move.isBusy}
          onPress={send}
        >
          {texts.move}
        </Button>
        <Button onPress={onClose}>{texts.keep}</Button>
      </DialogActions>
    </>
  );
}

function NowLine({ booking, timeZone }: { readonly booking: OneBooking; readonly timeZone: string }) {
  const { stayChange: texts, common } = useTexts();
  const resource = useResources().find(booking.resourceId);
  return (
    <p>
      <strong>
        <bdi>{booking.guestName ?? common.noName}</bdi>
      </strong>{' '}
      <span className="quiet">
        {texts.now}: <bdi>{resource?.name}</bdi>, <Day date={localDate(booking.startsAt, timeZone)} /> –{' '}
        <Day date={localDate(booking.endsAt, timeZone)} />
      </span>
    </p>
  );
}

function SettleFields({
  settle,
  onChange,
}: {
  readonly settle: Settle;
  readonly onChange: (settle: Settle) => void;
}) {
  const { stayChange: texts } = useTexts();
  return (
    <>
      <RadioGroup
        label={texts.settle}
        choices={[
          { value: 'now', label: texts.payNow },
          { value: 'later', label: texts.payLater },
        ]}
        value={settle}
        onChange={(value) => onChange(value as Settle)}
      />
      {settle === 'now' && <Notice>{texts.payNowHint}</Notice>}
    </>
  );
}
