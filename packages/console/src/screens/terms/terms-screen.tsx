import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { WhoMay } from '../../ui/who-may.tsx';
import { Policies } from './policies.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { TaxEditor } from './tax-editor.tsx';
import { Taxes } from './taxes.tsx';

const route = getRouteApi('/terms');

/** What is agreed with a stay: what cancelling costs, and what is added to the price. */
export function TermsScreen() {
  const { terms: texts } = useTexts();
  const { tab = 'policies' } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  const isTaxes = tab === 'taxes';
  const close = (): void => setAdding(false);
  return (
    <Screen
      title={texts.title}
      actions={
        may('operate') ? (
          <Button onPress={() => setAdding(true)}>{isTaxes ? texts.addTax : texts.addPolicy}</Button>
        ) : (
          <WhoMay permission="operate" />
        )
      }
    >
      <Tabs
        label={texts.tabs}
        selected={tab}
        onSelect={(chosen) => void navigate({ search: { tab: chosen }, replace: true })}
        tabs={[
          { id: 'policies', title: texts.policies, content: <Policies /> },
          { id: 'taxes', title: texts.taxes, content: <Taxes saved={saved} onSaved={setSaved} /> },
        ]}
      />
      {isAdding && !isTaxes && <PolicyEditor onClose={close} />}
      {isAdding && isTaxes && <TaxEditor onSaved={setSaved} onClose={close} />}
    </Screen>
  );
}
