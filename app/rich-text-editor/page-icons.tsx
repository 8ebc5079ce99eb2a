import { Icon } from './icons.tsx';

export function HeadingIcon() {
  return (
    <Icon>
      <path d="M4 3v14M16 3v14M4 10h12" strokeWidth="2.6" />
    </Icon>
  );
}

export function SubheadingIcon() {
  return (
    <Icon>
      <path d="M5.5 6v10M14.500 6v10M5.500 11h9" strokeWidth="2" />
    </Icon>
  );
}

export function LinkIcon() {
  return (
    <Icon>
      <path d="M8.500 5H4v10h4.500M11.500 5H16v10h-4.500M7 10h6" strokeWidth="1.8" />
    </Icon>
  );
}

export function TableIcon() {
  return (
    <Icon>
      <path d="M2.500 4h15v12h-15zM2.500 8h15M2.500 12h15M10 4v12" strokeWidth="1.5" />
    </Icon>
  );
}

export function AddRowIcon() {
  return (
    <Icon>
      <path d="M2.500 3h15v5h-15zM10 11v7M6.500 14.500h7" strokeWidth="1.8" />
    </Icon>
  );
}

export function AddColumnIcon() {
  return (
    <Icon>
      <path d="M3 2.500h5v15H3zM11 10h7M14.500 6.500v7" strokeWidth="1.8" />
    </Icon>
  );
}

export function RemoveRowIcon() {
  return (
    <Icon>
      <path d="M2.500 3h15v5h-15zM6.500 14.500h7" strokeWidth="1.8" />
    </Icon>
  );
}

export function RemoveColumnIcon() {
  return (
    <Icon>
      <path d="M3 2.500h5v15H3zM11 10h7" strokeWidth="1.8" />
    </Icon>
  );
}
