import { Component, type ReactNode } from 'react';
import type { Location } from './history-entries.ts';

type Props = { location: Location; fallback: ReactNode; children: ReactNode };
type State = { location: Location; hasFailed: boolean };

/** Renders `fallback` if rendering fails, until the next navigation. React has error boundaries only as classes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { location: this.props.location, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ location }: Props, state: State): State | null {
    return state.location === location ? null : { location, hasFailed: false };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
