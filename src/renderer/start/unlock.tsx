import type { ReactNode } from 'react';

export function Unlock(): ReactNode {
  return null;
}
