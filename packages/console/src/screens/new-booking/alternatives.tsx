import type { Alternative, FoundResource } from '@lodging/client';
import { useResources } from '../../api/queries/resources.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { localDate } from '../../ui/when.tsx';
import css from './new-booking.module.css';

interface AlternativesProps {
  readonly alternatives: readonly Alternative[];
  readonly resource: FoundResource;
  readonly onChoose: (alternative: Alternative) => void;
}

/** Stays near the refused one that a quote would accept now. */
export function Alternatives({ alternatives, resource, onChoose }: AlternativesProps) {
  const { common } = useTexts();
  const wordsOf = useAlternativeWords(resource);
  return (
    <div className={css.alternatives} role="group" aria-label={`${common.alternatives}, ${resource.name}`}>
      <span className="quiet small">{common.alternatives}</span>
      {alternatives.map((alternative) => {
        const words = wordsOf(alternative);
        return (
          <Button key={words} className={css.alternative} onPress={() => onChoose(alternative)}>
            {words}
          </Button>
        );
      })}
    </div>
  );
}

function useAlternativeWords(refused: FoundResource): (alternative: Alternative) => string {
  const { common } = useTexts();
  const { shortDate, price } = useFormats();
  const resources = useResources();
  return ({ resourceId, ratePlanId, from, to, nights, totalMinorUnits, currency }) => {
    const resource = resources.find(resourceId);
    const zone = resource?.timezone ?? refused.timezone;
    const plan = resource?.ratePlans.find(({ id }) => id === ratePlanId);
    const dates = `${shortDate(localDate(from, zone))} – ${shortDate(localDate(to, zone))}`;
    return [
      ...(resourceId === refused.id || resource === undefined ? [] : [resource.name]),
      dates,
      common.nights(nights),
      ...(plan === undefined ? [] : [plan.name]),
      price(totalMinorUnits, currency),
    ].join(', ');
  };
}
