import { Button, Modal } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState, type ReactNode, useCallback } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { useAnnotate, useAnnotations } from '../../data/calls/use-annotations.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { keepUnlisted } from './coverage-model.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

type Visits = Output<'coverage.read'>['visits'];

interface Props {
  /** In their current order. */
  readonly visits: Visits;
  /** Called with the chosen order; empty for Carrel's own order. */
  readonly onDecide: (visits: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Moves visits up and down, one position at a time. */
export function VisitOrderDialog({ visits, onDecide, onClose }: Props): ReactNode {
  useFocusReturn();
  const [order, setOrder] = useState(visits);
  const move = (from: number, by: -1 | 1): void => {
    const [here, there] = [order[from], order[from + by]];
    if (here === undefined || there === undefined) return;
    setOrder(order.with(from, there).with(from + by, here));
  };
  const end = (decided: readonly string[]): void => {
    onDecide(decided);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Order of visits">
      <p className="small t2">
        The service sends no visit order. Carrel orders visits the way most subjects have them, and numbered visits of one kind by number.
      </p>
      <ol className="visit-order" aria-label="Visits in their order">
        {order.map(({ visit, subjects }, at) => (
          <li key={visit}>
            <span className="visit-order-place t3 num">{at + 1}</span>
            <span className="clip medium">{visit}</span>
            <span className="push t3 num">{formatCountOf(subjects, 'subject')}</span>
            <button
              type="button"
              className="bare-icon"
              aria-label={`Move ${visit} up`}
              disabled={at === 0}
              title={at === 0 ? 'Already first' : undefined}
              onClick={() => {
                move(at, -1);
              }}
            >
              <Glyph of={IconArrowUp} size={14} />
            </button>
            <button
              type="button"
              className="bare-icon"
              aria-label={`Move ${visit} down`}
              disabled={at === order.length - 1}
              title={at === order.length - 1 ? 'Already last' : undefined}
              onClick={() => {
                move(at, 1);
              }}
            >
              <Glyph of={IconArrowDown} size={14} />
            </button>
          </li>
        ))}
      </ol>
      <div className="dialog-foot">
        <Button
          variant="subtle"
          size="md"
          onClick={() => {
            end([]);
          }}
        >
          Use Carrel’s order
        </Button>
        <Button variant="subtle" size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="filled"
          size="md"
          onClick={() => {
            end(order.map(({ visit }) => visit));
          }}
        >
          Save this order
        </Button>
      </div>
    </Modal>
  );
}

const none: readonly string[] = [];

interface VisitOrder {
  /** Empty if Carrel's own order applies. */
  readonly visits: readonly string[];
  /** Saves an order of the visits shown, keeping the places of others; an empty one restores Carrel's own. */
  readonly decide: (visits: readonly string[]) => void;
}

/** The user-defined order of a study's visits, stored in its file as an annotation. */
export function useVisitOrder(study: string): VisitOrder {
  const { data } = useAnnotations(study, 'visit-order');
  const { write } = useAnnotate(study);
  const newest = data?.[0];
  const id = newest?.id;
  const before = newest?.value.visits ?? none;
  const decide = useCallback(
    (visits: readonly string[]) => {
      write({ kind: 'visit-order', value: { visits: [...keepUnlisted(visits, before)] } }, id).catch((error: unknown) => {
        showFailure('The order of visits could not be saved', error);
      });
    },
    [write, id, before],
  );
  return { visits: before, decide };
}
