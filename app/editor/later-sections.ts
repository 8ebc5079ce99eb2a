export { EmployeeSection } from './employees/employee-section.tsx';
export { PioneerSection } from './pioneer-items/pioneer-section.tsx';
