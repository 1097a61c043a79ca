import type { ReactNode } from 'react';

export function FirstRun(): ReactNode {
  return null;
}
