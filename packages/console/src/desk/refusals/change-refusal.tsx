import type { BookingUpdateParams } from '@lodging/client';
import { codeOf } from '../../api/lodging.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { ChangedValues } from '../changed-values.tsx';
import { OtherBooking } from './other-booking.tsx';
import type { BookingChange } from '../use-booking-change.ts';

interface ChangeRefusalProps {
  readonly change: BookingChange;
  /** What is sent again. */
  readonly mine: BookingUpdateParams;
}

/** What was changed meanwhile, and the way to send one’s own change all the same. */
export function ChangeRefusal(props: ChangeRefusalProps) {
  const { error, meanwhile, run, isBusy } = props.change;
  if (error === null) return null;
  if (codeOf(error) === 'version_mismatch' && meanwhile !== null) return <ChangedMeanwhile {...props} />;
  return (
    <Refusal error={error} onTryAgain={() => run(props.mine)} isBusy={isBusy}>
      <OtherBooking error={error} />
    </Refusal>
  );
}

function ChangedMeanwhile({ change: { error, meanwhile, run, isBusy }, mine }: ChangeRefusalProps) {
  const { common, booking: texts } = useTexts();
  const resources = useResources();
  if (meanwhile === null) return null;
  const { booking, changes } = meanwhile;
  const fields = changes.map(({ field }) => texts.fields[field] ?? field);
  const names = fields.length === 0 ? texts.state.toLowerCase() : fields.join(', ');
  return (
    <Refusal error={error} words={common.changedMeanwhile(names)}>
      <ChangedValues
        changes={changes}
        currency={booking.currency}
        timeZone={resources.find(booking.resourceId)?.timezone ?? 'UTC'}
      />
      <Button isBusy={isBusy} onPress={() => run(mine)}>
        {common.applyMine}
      </Button>
    </Refusal>
  );
}
