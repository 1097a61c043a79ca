import {
  createTheme,
  rem,
  type CSSVariablesResolver,
  ActionIcon,
  Button,
  Drawer,
  Menu,
  Modal,
  Popover,
  Progress,
  Skeleton,
  Tooltip,
  type MantineThemeOverride,
} from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { createElement } from 'react';

/** The page never scrolls, and Mantine would lock it with a style sheet without a nonce. */
const unlocked = { lockScroll: false };
const closeIcon = createElement(IconX, { size: 16, stroke: 1.75, 'aria-hidden': true });

/** Default props of Mantine components, so that screens only set what differs. Styles are in mantine.css. */
const parts: NonNullable<MantineThemeOverride['components']> = {
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

const sans = '"Inter Variable", "Inter", system-ui, sans-serif';
const mono = '"Fira Code", ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace';

/** Mantine theme that follows tokens.css, where the values are explained. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  focusRing: 'auto',
  cursorType: 'default',
  respectReducedMotion: true,
  autoContrast: false,
  black: '#161D22',
  fontFamily: sans,
  fontFamilyMonospace: mono,
  fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(14), xl: rem(16) },
  lineHeights: { xs: '1.4545', sm: '1.3333', md: '1.5385', lg: '1.4286', xl: '1.5' },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(3), sm: rem(4), md: rem(6), lg: rem(10), xl: rem(14) },
  shadows: { sm: 'var(--shadow-pop)', md: 'var(--shadow-pop)', lg: 'var(--shadow-dialog)' },
  headings: {
    fontFamily: sans,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.4' },
      h2: { fontSize: rem(16), lineHeight: '1.5' },
      h3: { fontSize: rem(13), lineHeight: '1.5385' },
    },
  },
  colors: {
    teal: ['#E6F2F2', '#CFE6E5', '#A9D2D1', '#8CC2C1', '#5FA8A8', '#3C9092', '#1B7C7E', '#0B6467', '#095256', '#074246'],
    gray: ['#F8FAFA', '#F3F5F6', '#EEF2F3', '#E3E8EA', '#CBD3D8', '#99A3AB', '#7F8A93', '#5D6872', '#45505A', '#161D22'],
    dark: ['#E4EAED', '#B0BBC3', '#909CA6', '#6E7B86', '#36424B', '#263038', '#192026', '#151B20', '#0F1418', '#0B0F12'],
  },
  components: parts,
});

const variables = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-default-hover': 'var(--surface-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-color-disabled': 'var(--surface-2)',
  '--mantine-color-disabled-color': 'var(--text-off)',
  '--mantine-color-disabled-border': 'var(--line)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables });
