import { ActionIcon, Button, Drawer, Menu, Modal, Popover, Progress, Skeleton, Tooltip, type MantineThemeOverride } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { createElement } from 'react';

/** The page never scrolls, and Mantine would lock it with a style sheet without a nonce. */
const unlocked = { lockScroll: false };
const closeIcon = createElement(IconX, { size: 16, stroke: 1.75, 'aria-hidden': true });

/** Default props of Mantine components, so that screens only set what differs. Styles are in mantine.css. */
export const parts: NonNullable<MantineThemeOverride['components']> = {
  Button: Button.extend({ defaultProps: { variant: 'default', size: 'sm' } }),
  ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 30 } }),
  Tooltip: Tooltip.extend({
    defaultProps: {
      openDelay: 400,
      withArrow: false,
      position: 'bottom',
      transitionProps: { duration: 90 },
      events: { hover: true, focus: true, touch: false },
    },
  }),
  // Without the placeholder, the first item gets the initial focus.
  Menu: Menu.extend({
    defaultProps: {
      withInitialFocusPlaceholder: false,
      position: 'bottom-end',
      offset: 4,
      shadow: 'sm',
      transitionProps: { duration: 90 },
    },
  }),
  Popover: Popover.extend({ defaultProps: { offset: 6, shadow: 'sm', transitionProps: { duration: 90 } } }),
  Modal: Modal.extend({
    defaultProps: {
      ...unlocked,
      size: 480,
      centered: true,
      padding: 24,
      radius: 'lg',
      shadow: 'lg',
      transitionProps: { transition: 'fade', duration: 180 },
      overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
      // Otherwise it would be announced as the banner landmark of the page.
      attributes: { header: { role: 'presentation' } },
      closeButtonProps: { 'aria-label': 'Close', icon: closeIcon },
    },
  }),
  Drawer: Drawer.extend({ defaultProps: unlocked }),
  Progress: Progress.extend({ defaultProps: { size: 4, color: 'var(--series)', transitionDuration: 180 } }),
  Skeleton: Skeleton.extend({ defaultProps: { radius: 'sm' } }),
};
