@echo off
rem The command line of the installed Carrel: no window; the exit code is its own. A batch file waits for the program.
"%~dp0..\..\Carrel.exe" --log-level=3 --command-line -- %*
exit /b %errorlevel%
