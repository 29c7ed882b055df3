import { isLodgingError } from '../../api/lodging.ts';
import type { Alternative } from '../../api/records.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { localDate } from '../../ui/when.tsx';
import css from '../desk.module.css';
import type { Wanted } from './use-wanted-stay.ts';

interface MoveRefusalProps {
  readonly stay: Wanted;
  readonly currency: string;
}

/** Why the stay cannot be had like this, and what is near it. */
export function MoveRefusal({ stay, currency }: MoveRefusalProps) {
  const { stayChange: texts, refusals } = useTexts();
  const { quote, isNothing } = stay;
  if (isNothing || quote.error === null) return null;
  const reasons =
    isLodgingError(quote.error) && quote.error.code === 'unavailable' ? quote.error.reasons : [];
  return (
    <Refusal
      error={quote.error}
      onTryAgain={() => quote.refetch()}
      {...(reasons.length > 0 && {
        words: `${refusals.unavailable} ${reasons.map((reason) => texts.reasons[reason]).join(' ')}`,
      })}
    >
      <MoveAlternatives stay={stay} currency={currency} />
    </Refusal>
  );
}

export function MoveAlternatives({ stay: { alternatives, resources, choose }, currency }: MoveRefusalProps) {
  const { stayChange: texts, common } = useTexts();
  const { price, shortDate } = useFormats();
  if (alternatives === undefined) return null;
  // Another currency cannot be changed to.
  const offered = alternatives.filter((one) => one.currency === currency);
  if (offered.length === 0) return <p>{texts.noAlternatives}</p>;
  const datesOf = (one: Alternative) => {
    const zone = resources.find(one.resourceId)?.timezone ?? 'UTC';
    return { arrival: localDate(one.from, zone), departure: localDate(one.to, zone) };
  };
  return (
    <div>
      <p>{common.alternatives}</p>
      <ul className={css.alternatives}>
        {offered.map((one) => {
          const dates = datesOf(one);
          const { resourceId, ratePlanId } = one;
          return (
            <li key={`${resourceId} ${ratePlanId} ${one.from} ${one.to}`}>
              <Button onPress={() => choose({ resourceId, ratePlanId, ...dates })}>
                <span>
                  <bdi>{resources.find(resourceId)?.name}</bdi>
                  {`, ${shortDate(dates.arrival)} – ${shortDate(dates.departure)}, `}
                  {price(one.totalMinorUnits, one.currency)}
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
