import { useResources } from '../../api/queries/resources.ts';
import type { Alternative } from '../../api/records.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { localDate } from '../../ui/when.tsx';
import css from '../desk.module.css';

interface AlternativeListProps {
  readonly alternatives: readonly Alternative[];
  readonly onChoose: (alternative: Alternative) => void;
}

/** Stays near a refused one, each with its place and its price. */
export function AlternativeList({ alternatives, onChoose }: AlternativeListProps) {
  const { common } = useTexts();
  const { price, shortDate } = useFormats();
  const resources = useResources();
  return (
    <div>
      <p>{common.alternatives}</p>
      <ul className={css.alternatives}>
        {alternatives.map((one) => {
          const { resourceId, ratePlanId, from, to } = one;
          const resource = resources.find(resourceId);
          const plan = resource?.ratePlans.find(({ id }) => id === ratePlanId);
          const [arrival, departure] = [from, to].map((at) => localDate(at, resource?.timezone ?? 'UTC'));
          return (
            <li key={`${resourceId} ${ratePlanId} ${from} ${to}`}>
              <Button className={css.alternative} onPress={() => onChoose(one)}>
                <span>
                  <bdi>{resource?.name}</bdi>
                  {`, ${shortDate(arrival ?? from)} – ${shortDate(departure ?? to)}, `}
                  {plan && <bdi>{plan.name}</bdi>}
                  {plan && ', '}
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
