import { isLodgingError } from '../../api/lodging.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { localDate } from '../../ui/when.tsx';
import { AlternativeList } from '../refusals/alternative-list.tsx';
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
  const { stayChange: texts } = useTexts();
  if (alternatives === undefined) return null;
  // Another currency cannot be changed to.
  const offered = alternatives.filter((one) => one.currency === currency);
  if (offered.length === 0) return <p>{texts.noAlternatives}</p>;
  return (
    <AlternativeList
      alternatives={offered}
      onChoose={({ resourceId, ratePlanId, from, to }) => {
        const zone = resources.find(resourceId)?.timezone ?? 'UTC';
        choose({ resourceId, ratePlanId, arrival: localDate(from, zone), departure: localDate(to, zone) });
      }}
    />
  );
}
