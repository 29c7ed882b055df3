import type { ResourceRecord } from '../../../api/records.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { CheckGroup } from '../../../ui/fields/field.tsx';
import { Refusal } from '../../../ui/notice.tsx';
import css from './plans.module.css';
import type { RefusedResource } from './use-save-each.ts';

interface ResourceChoiceProps {
  readonly resources: readonly ResourceRecord[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** The resources of the room type that get what is saved. */
export function ResourceChoice({ resources, chosen, onChange }: ResourceChoiceProps) {
  const { prices: texts } = useTexts();
  const [only, ...others] = resources;
  if (others.length === 0)
    return (
      <p className={css.resources}>
        {texts.forResources} <bdi>{only?.name}</bdi>
      </p>
    );
  return (
    <div className={css.resources}>
      <CheckGroup
        label={texts.forResources}
        choices={resources.map(({ id, name }) => ({ value: id, label: name }))}
        values={chosen}
        onChange={onChange}
      />
      {chosen.length === 0 && <p className={css.fault}>{texts.chooseResource}</p>}
    </div>
  );
}

/** What each of them was refused for. */
export function RefusedResources({ refused }: { readonly refused: readonly RefusedResource[] }) {
  return refused.map(({ resource, error }) => (
    <Refusal key={resource.id} error={error}>
      <p>
        <bdi>{resource.name}</bdi>
      </p>
    </Refusal>
  ));
}
