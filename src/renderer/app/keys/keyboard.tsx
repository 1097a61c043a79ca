import { useEffect } from 'react';
import { useCommands } from '../../ui/keys/commands.tsx';
import { commandOf } from '../../ui/keys/key-map.ts';
import { useEscapeToLayer } from './use-escape-to-layer.ts';

/** Turns key presses into commands; a key that nothing answers keeps its usual meaning. */
export function Keyboard(): null {
  const { run } = useCommands();
  useEscapeToLayer();
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const command = commandOf(event);
      if (command !== null && !event.defaultPrevented && run(command)) event.preventDefault();
    };
    window.addEventListener('keydown', hear);
    return () => {
      window.removeEventListener('keydown', hear);
    };
  }, [run]);
  return null;
}
