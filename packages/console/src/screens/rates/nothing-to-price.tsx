import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/permissions.ts';
import { useTexts } from '../../texts/use-texts.ts';

export function NothingToPrice() {
  const { rates: texts } = useTexts();
  const may = useMay();
  return (
    <p>
      {texts.empty}{' '}
      {may('operate') && (
        <Link to="/settings" search={{ tab: 'property' }}>
          {texts.addResource}
        </Link>
      )}
    </p>
  );
}
