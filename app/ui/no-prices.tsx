import { NotPosted } from './not-posted.tsx';

export const NoPrices = () => <NotPosted>No prices posted.</NotPosted>;
