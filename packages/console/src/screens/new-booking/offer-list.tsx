import type { Alternative, Offer, SearchResult } from '@lodging/client';
import { useResources } from '../../api/queries/resources.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { Alternatives } from './alternatives.tsx';
import css from './new-booking.module.css';
import { OfferReasons, WhyNot } from './why-not.tsx';

/** What of the list is chosen: its stay is that of the search. */
export interface Choice {
  readonly resourceId: string;
  readonly ratePlanId: string | null;
}

export interface OfferListProps {
  readonly results: readonly SearchResult[];
  /** Over so many the party is divided. */
  readonly units: number;
  readonly choice: Choice | null;
  readonly onChoose: (choice: Choice) => void;
  readonly onAlternative: (alternative: Alternative) => void;
}

export const isChoice = (choice: Choice | null, resourceId: string, ratePlanId: string | null): boolean =>
  choice?.resourceId === resourceId && choice.ratePlanId === ratePlanId;

/** What cannot be sold stays in it, with its reasons and the stays near it. */
export function OfferList({ results, ...rest }: OfferListProps) {
  const { newBooking: texts } = useTexts();
  return (
    <ul className={css.offers} aria-label={texts.offers}>
      {results.map((result) => (
        <OfferedResource key={result.resource.id} result={result} {...rest} />
      ))}
    </ul>
  );
}

interface OfferedResourceProps extends Omit<OfferListProps, 'results'> {
  readonly result: SearchResult;
}

function OfferedResource({ result, units, choice, onChoose, onAlternative }: OfferedResourceProps) {
  const { newBooking: texts } = useTexts();
  const { resource, available, unitsLeft, offers, problems, alternatives } = result;
  const isOfSeveral = (useResources().find(resource.id)?.units ?? 1) > 1;
  return (
    <li className={css.result} data-resource={resource.id}>
      <div className={css.resource}>
        <strong>
          <bdi>{resource.name}</bdi>
        </strong>
        {resource.roomType !== null && resource.roomType.name !== resource.name && (
          <bdi className="quiet">{resource.roomType.name}</bdi>
        )}
        {isOfSeveral && unitsLeft > 0 && <Chip>{texts.unitsLeft(unitsLeft)}</Chip>}
      </div>
      {!available && <WhyNot result={result} />}
      {problems.map((problem) => (
        <p key={problem} className={css.reason}>
          {texts.problems[problem]}
        </p>
      ))}
      {available &&
        offers.map((offer) => (
          <OfferRow
            key={offer.ratePlanId}
            offer={offer}
            units={units}
            result={result}
            isChosen={isChoice(choice, resource.id, offer.ratePlanId)}
            onChoose={() => onChoose({ resourceId: resource.id, ratePlanId: offer.ratePlanId })}
          />
        ))}
      {alternatives.length > 0 && (
        <Alternatives alternatives={alternatives} resource={resource} onChoose={onAlternative} />
      )}
    </li>
  );
}

interface OfferRowProps {
  readonly offer: Offer;
  readonly units: number;
  readonly result: SearchResult;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function OfferRow({ offer, units, result, isChosen, onChoose }: OfferRowProps) {
  const { newBooking: texts } = useTexts();
  const { price } = useFormats();
  const { name, totalMinorUnits, averageNightMinorUnits, currency, displayTotal } = offer;
  const { resource, nights } = result;
  const isOffered = offer.available && totalMinorUnits !== null;
  return (
    <div className={css.offer} data-chosen={isChosen || undefined}>
      <div>
        <bdi>{name ?? resource.name}</bdi>
        <OfferTerms offer={offer} timeZone={resource.timezone} />
        {!offer.available && <OfferReasons offer={offer} result={result} />}
        {offer.available && !isOffered && (
          <p className={css.reason}>
            {texts.problems[units > 1 ? 'party_not_divisible' : 'no_pricing_rule']}
          </p>
        )}
      </div>
      {isOffered && (
        <>
          <div className={css.amount}>
            <strong>{price(totalMinorUnits, currency)}</strong>
            {displayTotal !== null && displayTotal.currency !== currency && (
              <span className="quiet"> ({price(displayTotal.amountMinorUnits, displayTotal.currency)})</span>
            )}
            {nights > 1 && averageNightMinorUnits !== null && (
              <span className={css.each}>{texts.eachNight(price(averageNightMinorUnits, currency))}</span>
            )}
          </div>
          <Button
            aria-label={texts.choose(name === null ? resource.name : `${name}, ${resource.name}`)}
            aria-pressed={isChosen}
            kind={isChosen ? 'accent' : 'plain'}
            className={css.choose}
            onPress={onChoose}
          >
            {texts.chooseShort}
          </Button>
        </>
      )}
    </div>
  );
}

function OfferTerms({ offer, timeZone }: { readonly offer: Offer; readonly timeZone: string }) {
  const { newBooking: texts } = useTexts();
  const { price, dateTime } = useFormats();
  const { refundability, freeUntil, dueAtPropertyMinorUnits, currency, available } = offer;
  if (!available) return null;
  const words = [
    freeUntil !== null
      ? texts.freeUntil(dateTime(freeUntil, timeZone))
      : refundability !== null && texts.refundability[refundability],
    dueAtPropertyMinorUnits !== '0' && texts.plusAtProperty(price(dueAtPropertyMinorUnits, currency)),
  ].filter((word) => word !== false);
  return words.length > 0 && <span className={css.terms}>{words.join(' · ')}</span>;
}
