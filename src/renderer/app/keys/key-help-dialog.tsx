import { Modal } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { useCommand } from '../../ui/keys/commands.tsx';
import { keyHelp, type KeyHelp } from '../../ui/keys/key-map.ts';
import './keys.css';

/** Lists all keyboard shortcuts; opened with "?". */
export function KeyHelpDialog(): ReactNode {
  const [open, setOpen] = useState(false);
  useCommand(
    'help',
    useCallback(() => {
      setOpen(true);
    }, []),
  );
  return (
    <Modal
      opened={open}
      onClose={() => {
        setOpen(false);
      }}
      title="Keys"
      size={1000}
    >
      <div className="key-help">
        {keyHelp.map((group) => (
          <section key={group.title}>
            <h3 className="t2">{group.title}</h3>
            <dl>
              {group.keys.map((help) => (
                <KeyLine key={help.does} help={help} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

function KeyLine({ help }: { readonly help: KeyHelp }): ReactNode {
  return (
    <div className="key-line">
      <dt>
        {help.keys.map((key) => (
          <kbd key={key} className="kbd">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{help.does}</dd>
    </div>
  );
}
