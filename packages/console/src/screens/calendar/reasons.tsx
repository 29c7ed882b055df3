import { Notice } from '../../ui/notice.tsx';
import { BlockRefusal } from './panels/block-refusal.tsx';

interface ReasonsProps {
  readonly reason: string | null;
  /** Of a block that was moved. */
  readonly error: unknown;
}

/** Why a bar is where it was. */
export function Reasons({ reason, error }: ReasonsProps) {
  return (
    <>
      {reason !== null && (
        <div role="alert">
          <Notice kind="warn">{reason}</Notice>
        </div>
      )}
      <BlockRefusal error={error} />
    </>
  );
}
